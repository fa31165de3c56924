-- A document that was pushed with a visibility did not say that an operator chose it. Which of them
-- were cannot be told any more: those that are not public keep what they have. A page of a source
-- has a key; by its source it could not be told here, for the owner sees no sources.
update documents set visibility_chosen = true where source_key is null and visibility <> 'public';
