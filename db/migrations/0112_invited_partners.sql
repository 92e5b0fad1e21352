-- When a partner was invited is asked for each of a page of them.
create index invitations_by_account on invitations (accepted_by) where organisation_id is null;
