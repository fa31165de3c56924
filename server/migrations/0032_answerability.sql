-- How sure the service must be that the documents answer a question before it answers.
alter table knowledge_bases
  add column answerability text not null default 'balanced'
    constraint knowledge_bases_answerability check (answerability in ('strict', 'balanced', 'lenient'));
