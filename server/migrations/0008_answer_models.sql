-- A knowledge base may bring its own answering model and key. The key is sealed with AES-256-GCM under
-- the server's SECRETS_KEY, bound to the knowledge base, the provider and the address: moved to
-- another row or beside another address it does not open.
alter table knowledge_bases
  add column answer_model_key      bytea,
  -- The last characters, so that a person can tell keys apart.
  add column answer_model_key_hint text,
  add constraint knowledge_bases_answer_model_key_check check (
    (answer_model_key is null) = (answer_model_key_hint is null)
    and (answer_model_key is null or answer_model is not null)
  );
