// What production has around it: TLS in front, a mail server, and an operator's database.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { until } from './product.mjs';

/** A proxy that ends TLS with a certificate of its own and passes on to `target`, which may be changed. */
export async function openTlsProxy(folder) {
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
  execFileSync(
    'openssl',
    // biome-ignore format: pairs
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2',
      '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
    { stdio: 'ignore' },
  );
  const ca = readFileSync(cert);
  const proxy = { target: '', ca, address: '', close: () => server.close() };
  const server = createServer({ key: readFileSync(key), cert: ca }, (incoming, outgoing) => {
    const { remoteAddress } = incoming.socket;
    const headers = { ...incoming.headers, 'x-forwarded-for': remoteAddress.replace(/^::ffff:/, '') };
    const passed = request(proxy.target + incoming.url, { method: incoming.method, headers, agent: false }, (reply) => {
      outgoing.writeHead(reply.statusCode, reply.headers);
      reply.pipe(outgoing);
    });
    passed.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    incoming.pipe(passed);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  proxy.address = `https://localhost:${server.address().port}`;
  return proxy;
}

/** A real SMTP server that keeps what it is sent, by recipient. Its package is a clone's. */
export async function openMailServer(clone) {
  const { SMTPServer } = createRequire(join(clone, 'package.json'))('smtp-server');
  const mails = new Map();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let text = '';
      stream.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      stream.on('end', () => {
        const plain = text.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
        for (const { address } of session.envelope.rcptTo) mails.set(address, plain);
        done();
      });
    },
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `smtp://127.0.0.1:${server.server.address().port}`,
    /** The token in the mail to this address, which is waited for and taken out. */
    readToken: async (email) => {
      await until(`a mail to ${email}`, 30, () => mails.has(email));
      const [, token] = mails.get(email).match(/token=([\w-]{43})/);
      mails.delete(email);
      return token;
    },
    close: () => new Promise((closed) => server.close(closed)),
  };
}

/** Runs the SQL that docs/operating.md tells an administrator to paste. @returns the two addresses */
export async function makeDatabase(system, clone) {
  const [, statements] = readFileSync(join(clone, 'docs/operating.md'), 'utf8').match(/```sql\n([\s\S]*?)```/);
  const roles = Array.from(statements.matchAll(/create role (\w+)/g), ([, name]) => name);
  const password = 'proof-of-the-start';
  await runSql(system.adminUrl, clone, statements.replaceAll("'...'", `'${password}'`).split(/;\n/));
  const addressOf = (user, database) => {
    const url = new URL(system.adminUrl);
    [url.username, url.password, url.pathname] = [user, password, `/${database}`];
    return url.href;
  };
  return {
    application: addressOf('holoholo_web', 'holoholo'),
    owner: addressOf('holoholo_owner', 'holoholo'),
    /** Another database of the same owner, made as it comes. */
    makeAnother: async (name) => {
      await runSql(system.adminUrl, clone, [`create database ${name} owner holoholo_owner`]);
      return { application: addressOf('holoholo_web', name), owner: addressOf('holoholo_owner', name) };
    },
    drop: (...names) =>
      runSql(system.adminUrl, clone, [
        ...names.map((name) => `drop database if exists ${name} with (force)`),
        ...roles.map((name) => `drop role ${name}`),
      ]),
  };
}

/** Runs statements one by one with the driver of a clone. @returns the rows of the last */
async function runSql(url, clone, statements) {
  const pg = createRequire(join(clone, 'package.json'))('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows = [];
    for (const statement of statements) if (statement.trim()) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** A place with one experience and a printed code, as production has them: made by the owner, checked with the secret key. */
export async function makePlace(owner, clone, secretKey) {
  const source = `const { newCode, codeKeys } = await import('./server/features/scanning/scanning.ts');
    process.stdout.write(newCode(codeKeys({ secretKeys: [process.argv[1]] })[0]));`;
  const code = execFileSync(
    join(clone, 'node_modules/.bin/node'),
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', source, '--', secretKey],
    { cwd: clone, encoding: 'utf8' },
  );
  const [{ id }] = await runSql(owner, clone, [
    `with place as (insert into locations (name, description, address, island, latitude, longitude)
        values ('Hale Pili', 'A quiet house under breadfruit trees.', '1 Ala Moana', 'Oʻahu', 21.29, -157.84) returning id),
      listing as (insert into listings (name, description, category, price_range, booking_url)
        values ('Reef Walk & Breakfast', repeat('An unhurried morning on the water. ', 4), 'Activities & Tours', '$$',
          'https://fareharbor.com/embeds/book/reefwalk/items/4711/?full-items=yes') returning id),
      shown as (insert into curated_listings (location_id, listing_id, position) select place.id, listing.id, 0 from place, listing)
    insert into qr_codes (code, location_id) select '${code}', id from place returning location_id as id`,
  ]);
  return { code, locationId: id };
}
