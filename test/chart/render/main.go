// Renders the templates of a chart as Helm does: Go's own template language with the functions of
// sprig. Reads {"folder": …, "values": …} and writes {"file": "text"}, as JSON.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type request struct {
	Folder string                 `json:"folder"`
	Root   map[string]interface{} `json:"root"`
}

// What Helm adds to the functions of sprig, as far as the chart uses it.
var helmFunctions = template.FuncMap{
	"toYaml": func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	},
	"required": func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	},
}

func render() error {
	var asked request
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(asked.Folder, "*"))
	if err != nil {
		return err
	}
	made := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		parsed, err := template.New(filepath.Base(file)).
			Option("missingkey=error").
			Funcs(sprig.TxtFuncMap()).
			Funcs(helmFunctions).
			Parse(string(text))
		if err != nil {
			return err
		}
		var out bytes.Buffer
		if err := parsed.Execute(&out, asked.Root); err != nil {
			return err
		}
		made[filepath.Base(file)] = out.String()
	}
	return json.NewEncoder(os.Stdout).Encode(made)
}

func main() {
	if err := render(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
