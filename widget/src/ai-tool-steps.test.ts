import { expect, test } from 'vitest'
import { aiTools } from './panel/ai-tool-steps.ts'

const given = {
  baseUrl: 'https://answers.example',
  clientKey: 'fnp_00_abc',
  knowledge_base_name: 'Acme docs',
}

test('the steps with a key', () => {
  expect(aiTools(given)).toMatchInlineSnapshot(`
    [
      {
        "copy": "claude mcp add --transport http acme-docs https://answers.example/mcp --header "X-Client-Key: fnp_00_abc"",
        "name": "Claude Code",
      },
      {
        "href": "cursor://anysphere.cursor-deeplink/mcp/install?name=acme-docs&config=eyJ1cmwiOiJodHRwczovL2Fuc3dlcnMuZXhhbXBsZS9tY3AiLCJoZWFkZXJzIjp7IlgtQ2xpZW50LUtleSI6ImZucF8wMF9hYmMifX0%3D",
        "name": "Cursor",
      },
      {
        "href": "vscode:mcp/install?%7B%22name%22%3A%22acme-docs%22%2C%22type%22%3A%22http%22%2C%22url%22%3A%22https%3A%2F%2Fanswers.example%2Fmcp%22%2C%22headers%22%3A%7B%22X-Client-Key%22%3A%22fnp_00_abc%22%7D%7D",
        "name": "VS Code",
      },
    ]
  `)
})

test('the steps where readers sign in have no key', () => {
  const signIn = { ...given, mcp_url: 'https://answers.example/mcp/1', mcp_oauth: true as const }
  expect(JSON.stringify(aiTools(signIn))).not.toContain('fnp_')
  expect(aiTools(signIn)).toMatchInlineSnapshot(`
    [
      {
        "copy": "https://answers.example/mcp/1",
        "name": "Claude",
        "where": "Settings → Connectors → Add custom connector",
      },
      {
        "copy": "https://answers.example/mcp/1",
        "name": "ChatGPT",
        "where": "Settings → Connectors → Create",
      },
      {
        "copy": "claude mcp add --transport http acme-docs https://answers.example/mcp/1",
        "name": "Claude Code",
      },
      {
        "href": "cursor://anysphere.cursor-deeplink/mcp/install?name=acme-docs&config=eyJ1cmwiOiJodHRwczovL2Fuc3dlcnMuZXhhbXBsZS9tY3AvMSJ9",
        "name": "Cursor",
      },
      {
        "href": "vscode:mcp/install?%7B%22name%22%3A%22acme-docs%22%2C%22type%22%3A%22http%22%2C%22url%22%3A%22https%3A%2F%2Fanswers.example%2Fmcp%2F1%22%7D",
        "name": "VS Code",
      },
    ]
  `)
})
