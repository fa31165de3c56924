/** Every output that a run with a fresh seed, or a look at what it found, has shown to be read wrongly. */
export const FOUND_OUTPUTS: readonly string[] = [
  // Fast-check seed 1364357757, path 2914:19:20: without its marker the bracket begins a label.
  '[[9]```[1]```',
  '[[9]``[1]`` c ``[1]``',
  '[[9]`【1】`',
  // Without its marker the line makes a table, whose cells are split before code is looked for.
  '|[9]-|-|\n|`a|[1]`|b|',
  'a | b\n[9]-|-\n`a|[1]`|b',
  // Without its marker the list item is empty, so the fence is in none.
  '1. [9]\n\n    ```\n    [1]\n    ```\nb [1]',
  '1. [9]\n\n    ~~~~\n    ~~~\n    `[1]` ~~~\n    ~~~~\nb',
  // Indented too far to close the code.
  '```\na\n        ```\nb\n```\n[9]',
  '[[9]1]',
  '[1[9],2]',
  '【1†a[9]b】',
  '``[9]` [9]',
  '[9]```\n[9]',
  '[9]~~~\n[9]',
]
