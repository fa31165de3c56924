-- AsciiDoc and Jupyter notebooks can be documents.
-- What is stored passed the narrower check, so it is not read again.
alter table documents
  drop constraint documents_content_type_check,
  add constraint documents_content_type_check check (content_type in (
    'text/markdown', 'text/mdx', 'text/asciidoc', 'application/x-ipynb+json', 'text/html', 'text/plain',
    'text/csv', 'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/epub+zip')) not valid;
