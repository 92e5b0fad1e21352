import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type Connection, clientConfig } from '../../server/platform/database/database.ts';
import { migrate } from '../../server/platform/database/migrations.ts';
import { inDatabase, onServer } from '../database-setup.ts';

// What the version before wrote, and goes on writing for as long as one of its processes serves beside this one.

let name: string;
let database: Connection;
let client: pg.Client;
beforeEach(async () => {
  name = `upgraded_${randomBytes(6).toString('hex')}`;
  database = inDatabase(inject('databaseServer'), name);
  await onServer(inject('databaseServer'), `create database ${name}`);
  await migrate(database, '0039_z.sql');
  client = new pg.Client(clientConfig(database));
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await onServer(inject('databaseServer'), `drop database ${name} with (force)`);
});

const person = async (role: string, columns: Record<string, unknown> = {}) => {
  const email = `${role}-${randomBytes(4).toString('hex')}@example.com`;
  const { rows } = await client.query('insert into users (email) values ($1) returning id', [email]);
  const id = rows[0].id as string;
  await client.query(
    'insert into profiles (user_id, role, partner_type, organization_name, permissions) values ($1, $2, $3, $4, $5)',
    [id, role, columns.partner_type ?? null, columns.organization_name ?? null, columns.permissions ?? null],
  );
  return { id, email };
};
const place = async (partner: string | null) =>
  (
    await client.query(
      `insert into locations (name, description, address, island, latitude, longitude, partner_id)
        values ('Hale', 'x', 'x', 'Maui', 20, -156, $1) returning id`,
      [partner],
    )
  ).rows[0].id as number;
const listing = async (advertiser: string | null) =>
  (
    await client.query(
      `insert into listings (name, description, category, price_range, advertiser_id)
        values ('Reef', repeat('x', 100), 'Shopping', '$', $1) returning id`,
      [advertiser],
    )
  ).rows[0].id as number;
const organisationsOf = async (id: string) =>
  (
    await client.query(
      `select o.kind, o.name, o.partner_type, m.standing, m.permissions from organisations o
        join members m on m.organisation_id = o.id where o.owner_id = $1 and m.user_id = $1 order by 1`,
      [id],
    )
  ).rows;
const ownerOf = async (table: 'locations' | 'listings', id: number) =>
  (
    await client.query(
      `select o.owner_id as owner, t.${table === 'locations' ? 'partner_id' : 'advertiser_id'} as named
        from ${table} t left join organisations o on o.id = t.organisation_id where t.id = $1`,
      [id],
    )
  ).rows[0];

test('everybody who had places or experiences has an organisation that has them', async () => {
  const hotel = { partner_type: 'cafe', organization_name: 'Kope', permissions: ['commission_tracking', 'stray'] };
  const [partner, plain, advertiser, admin] = [
    await person('partner', hotel),
    await person('partner'),
    await person('advertiser', { organization_name: 'Sails' }),
    await person('admin'),
  ];
  const places = [await place(partner.id), await place(admin.id), await place(null)];
  const listings = [await listing(advertiser.id), await listing(null)];
  await migrate(database);

  expect(await organisationsOf(partner.id)).toEqual([
    { kind: 'partner', name: 'Kope', partner_type: 'cafe', standing: 'owner', permissions: ['commission_tracking'] },
  ]);
  expect(await organisationsOf(plain.id)).toMatchObject([
    { kind: 'partner', name: plain.email, partner_type: 'hotel' },
  ]);
  expect((await organisationsOf(plain.id))[0].permissions).toHaveLength(5);
  expect(await organisationsOf(advertiser.id)).toMatchObject([
    { kind: 'advertiser', name: 'Sails', partner_type: null, standing: 'owner' },
  ]);
  expect(await ownerOf('locations', places[0]!)).toEqual({ owner: partner.id, named: partner.id });
  expect(await ownerOf('locations', places[1]!)).toEqual({ owner: admin.id, named: admin.id });
  expect(await ownerOf('locations', places[2]!)).toEqual({ owner: null, named: null });
  expect(await ownerOf('listings', listings[0]!)).toEqual({ owner: advertiser.id, named: advertiser.id });
  expect(await ownerOf('listings', listings[1]!)).toEqual({ owner: null, named: null });
});

test('what a process of the version before writes is an organisation as well', async () => {
  await migrate(database);
  const [partner, second] = [await person('traveler'), await person('partner')];
  // An invitation accepted there, then a new name.
  await client.query(
    `update profiles set role = 'partner', organization_name = 'Kai', permissions = '{}' where user_id = $1`,
    [partner.id],
  );
  expect(await organisationsOf(partner.id)).toMatchObject([{ name: 'Kai', permissions: [] }]);
  await client.query(`update profiles set organization_name = 'Kai Nui', permissions = null where user_id = $1`, [
    partner.id,
  ]);
  expect(await organisationsOf(partner.id)).toMatchObject([{ name: 'Kai Nui' }]);
  expect((await organisationsOf(partner.id))[0].permissions).toHaveLength(5);

  const id = await place(partner.id);
  expect(await ownerOf('locations', id)).toEqual({ owner: partner.id, named: partner.id });
  await client.query('update locations set partner_id = $1 where id = $2', [second.id, id]);
  expect(await ownerOf('locations', id)).toEqual({ owner: second.id, named: second.id });
  const { rows } = await client.query('select organisation_id as id from members where user_id = $1', [partner.id]);
  await client.query('update locations set organisation_id = $1 where id = $2', [rows[0].id, id]);
  expect(await ownerOf('locations', id)).toEqual({ owner: partner.id, named: partner.id });
  await client.query('update locations set partner_id = null where id = $1', [id]);
  expect(await ownerOf('locations', id)).toEqual({ owner: null, named: null });
  await client.query('update locations set organisation_id = $1 where id = $2', [rows[0].id, id]);
  await client.query('update locations set organisation_id = null where id = $1', [id]);
  expect(await ownerOf('locations', id)).toEqual({ owner: null, named: null });
  const listed = client.query('update listings set organisation_id = $1 where id = $2', [
    rows[0].id,
    await listing(null),
  ]);
  await expect(listed).rejects.toMatchObject({ code: '23503' });
});

test('an invitation of staff is closed for a process that would make its taker an owner', async () => {
  await migrate(database);
  const partner = await person('partner');
  const { rows } = await client.query('select organisation_id as id from members where user_id = $1', [partner.id]);
  const columns = `token_hash, invited_email, stakeholder_type, organization_name, partner_type, permissions, created_at, sent_at, expires_at`;
  const values = `sha256($1), 'clerk@example.com', 'partner', 'Kai', 'hotel', '{}', now(), now(), now() + interval '1 day'`;
  await client.query(`insert into invitations (${columns}, closed_at, organisation_id) values (${values}, now(), $2)`, [
    Buffer.from('staff'),
    rows[0].id,
  ]);
  // As that version's `useInvitation` and `insertInvitation` ask.
  const used = await client.query(`update invitations set accepted_at = now() where invited_email = 'clerk@example.com'
    and closed_at is null and expires_at > now() returning id`);
  expect(used.rows).toEqual([]);
  const made = await client.query(
    `insert into invitations (${columns}) values (${values})
      on conflict (invited_email) where closed_at is null do nothing returning id`,
    [Buffer.from('owner')],
  );
  expect(made.rows).toHaveLength(1);
});
