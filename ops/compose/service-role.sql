-- The ordinary role that the service connects as, and its database. The image of PostgreSQL runs this once, as superuser, on
-- an empty volume.
\set password `cat /run/secrets/database_password`
CREATE ROLE directory LOGIN PASSWORD :'password';
CREATE DATABASE directory OWNER directory;
