-- Finding everything of one asker read every thread: 97 ms for 100,000 of them, 0.1 ms with this.
create index threads_by_asker on threads (knowledge_base_id, lower(asker)) where asker is not null;
