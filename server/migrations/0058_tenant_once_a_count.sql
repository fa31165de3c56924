-- The tenant is read once a statement and not once a row: analytics read hundreds of thousands of rows.
alter policy tenant on answer_counts
  using (knowledge_base_id = (select current_knowledge_base()))
  with check (knowledge_base_id = (select current_knowledge_base()));
alter policy tenant on citation_counts
  using (knowledge_base_id = (select current_knowledge_base()))
  with check (knowledge_base_id = (select current_knowledge_base()));
