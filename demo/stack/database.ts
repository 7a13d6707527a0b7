import Database from 'libsql'

export type Db = Database.Database

const schema = `
create table if not exists reached (network text primary key, block integer not null, hash text not null);
create table if not exists entries (
  owner text not null, network text not null, at integer not null, block integer not null, position integer not null, body text not null,
  primary key (owner, network, block, position)
) without rowid;
create index if not exists newest on entries (owner, at desc, network desc, block desc, position desc);
create table if not exists held (owner text not null, network text not null, token text not null, block integer not null, primary key (owner, network, token));
create table if not exists tokens (network text not null, address text not null, body text not null, primary key (network, address));
create table if not exists collectibles (network text not null, id text not null, body text not null, primary key (network, id));
create table if not exists names (name text primary key, owner text not null, body text not null);
create index if not exists owners on names (owner);
`

/** The provider's database: its index of the chains, and registered names. `:memory:` ends with the process. */
export function openDatabase(file = ':memory:'): Db {
  const db = new Database(file)
  db.exec(schema)
  return db
}
