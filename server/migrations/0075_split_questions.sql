-- Whether the answer model may split a question with parts into several searches.
alter table knowledge_bases add column split_questions boolean not null default true;
