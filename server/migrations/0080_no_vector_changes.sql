-- Services keep no copies of vectors in memory any more, so nothing records which transactions changed them.
update schema_floor set migration = '0080_no_vector_changes';

drop trigger passage_vectors_insert_noted on passage_vectors;
drop trigger passage_vectors_update_noted on passage_vectors;
drop trigger passage_vectors_delete_noted on passage_vectors;
drop function note_vector_changes();
drop function forget_old_vector_changes();
drop view readable_vector_changes;
drop table vector_changes;
