import { domainToASCII } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailTrap, openMailTrap } from '../../../tests/e2e/mail-trap.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { createMailer, type Mailer } from '../../platform/jobs/mail.ts';

let world: World;
let trap: MailTrap;
let send: Mailer['send'];
beforeAll(async () => {
  trap = await openMailTrap();
  world = await createWorld({ environment: { RATE_LIMITS: 'off', SMTP_URL: trap.url } });
  ({ send } = createMailer(world.settings, world.clock));
});
afterAll(async () => {
  await world.close();
  await trap.close();
});

const victim = 'victim@evil.example';
const plain = 'guest@inn.example';
const separators = [
  ',',
  ';',
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\r',
  '\u0000',
  '\u00a0',
  '\u2028',
  '%0a',
  '%0d%0a',
  '\\n',
  '>',
  '<',
  '"',
  '(',
  ')',
  ':',
  '|',
];
const headers = ['Bcc: ', 'Cc: ', 'To: ', 'bcc:', 'Subject: x\r\n\r\n', 'RCPT TO:<', 'MAIL FROM:<', 'DATA\r\n'];
const lookAlikes = ['＠', '﹫', '@\u200b', '\u202e@', '@@', '%40', '＠@', '@evil.example@'];
const domains = [
  'inn.example.',
  '.inn.example',
  'inn..example',
  '-inn.example',
  'inn-.example',
  'inn.example-',
  'inn_x.example',
  '[127.0.0.1]',
  '127.0.0.1',
  '[IPv6:::1]',
  'localhost',
  'inn.example:25',
  'inn.example/evil.example',
  'inn.example#x',
  'inn.example?x',
  'ínn.example',
  'xn--nn-wia.example',
  'inn.exam\u0440le',
  'inn.example\u3002evil',
  'INN.EXAMPLE',
  'inn.1',
  'inn',
];
const locals = [
  '"guest"',
  '"a b"',
  '"a\\"b"',
  '"guest@evil.example>"',
  'guest(comment)',
  '(c)guest',
  'guest\\',
  'guest+tag',
  "o'hara",
  '.guest',
  'guest.',
  'gu..est',
  '!#$%&*+-/=?^_`{|}~',
  'GUEST',
  'gúest',
  'guest\u0301',
  'ｇuest',
  'a'.repeat(64),
  'a'.repeat(65),
  '',
  '@',
  '%s',
  '$x',
  '{{7*7}}',
];
const forms = [
  `<${plain}>`,
  `Guest <${plain}>`,
  `${plain} <${victim}>`,
  `<${victim}> ${plain}`,
  `"${plain}" <${victim}>`,
  `group: ${plain}, ${victim};`,
  `mailto:${plain}`,
  `${plain}?bcc=${victim}`,
  `=?utf-8?q?${victim}?= <${plain}>`,
  `=?utf-8?b?dmljdGltQGV2aWwuZXhhbXBsZQ==?=@inn.example`,
  `@evil.example:${plain}`,
  `guest%evil.example@inn.example`,
  `evil.example!guest@inn.example`,
  `[${plain}]`,
  `{"address":"${victim}"}`,
];

/** The trap shows international domains as people read them. */
const onTheWire = (address: string) =>
  `${address.slice(0, address.lastIndexOf('@'))}@${domainToASCII(address.slice(address.lastIndexOf('@') + 1))}`;

/** 500 addresses that are none, or that a careless reader takes for others. */
function hostileStrings(): string[] {
  const strings = [...forms];
  for (const separator of separators) {
    strings.push(`${plain}${separator}${victim}`, `${victim}${separator}${plain}`, `gu${separator}est@inn.example`);
    strings.push(`guest@inn${separator}.example`, `${separator}${plain}`, `${plain}${separator}`);
    for (const header of headers) strings.push(`${plain}${separator}${header}${victim}`);
  }
  for (const at of lookAlikes) strings.push(`guest${at}inn.example`, `guest${at}evil.example@inn.example`);
  for (const domain of domains) strings.push(`guest@${domain}`, `guest@${domain}@inn.example`, `guest@x.${domain}`);
  for (const local of locals) strings.push(`${local}@inn.example`, `guest,${local}@inn.example`);
  let seed = 1974;
  const pick = <T>(from: readonly T[]) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return from[seed % from.length]!;
  };
  const pieces = [...separators, ...headers, ...lookAlikes, plain, victim, 'guest', '@', '.', 'inn.example'];
  while (strings.length < 500) strings.push(Array.from({ length: 2 + (seed % 4) }, () => pick(pieces)).join(''));
  return strings;
}

test('a mail goes to exactly the address that was asked, or nowhere: 500 hostile strings', async () => {
  const strings = hostileStrings();
  expect(strings.length).toBeGreaterThanOrEqual(500);
  let sent = 0;
  for (const [at, email] of strings.entries()) {
    const reply = await world.call('POST /api/auth/magic-link', { body: { email } });
    expect([202, 400], JSON.stringify(email)).toContain(reply.status);
    const before = trap.messages.length;
    const asked = (await world.mail()).slice(sent);
    if (reply.status === 400) {
      expect(asked, JSON.stringify(email)).toEqual([]);
      continue;
    }
    expect(asked).toHaveLength(1);
    sent++;
    await send(asked[0]!);
    const arrived = trap.messages.slice(before);
    // Only blanks around it and the case of its letters may differ from what was typed.
    expect(
      arrived.map((one) => one.recipients.map(onTheWire)),
      `${at} ${JSON.stringify(email)}`,
    ).toEqual([[email.trim().toLowerCase()]]);
    expect(arrived[0]!.recipients).not.toContain(victim);
    expect(arrived[0]!.text).toContain('http://localhost:3000/auth/magic-link?token=');
  }
  expect(sent).toBeGreaterThan(8);
  console.info(`${strings.length} strings: ${sent} sent, ${strings.length - sent} refused`);
});

test('the mailer itself writes to one mailbox, whatever it is given', async () => {
  for (const to of [
    `${plain}, ${victim}`,
    `Guest <${victim}>`,
    `${plain}\r\nRCPT TO:<${victim}>`,
    `${plain}>,<${victim}`,
  ]) {
    const before = trap.messages.length;
    await send({ to, subject: 'x', text: 'x' }).catch(() => {});
    expect(trap.messages.slice(before).flatMap((one) => one.recipients)).not.toContain(victim);
  }
});

test.each<Record<string, string>>([
  { host: 'evil.example' },
  { host: 'localhost:3000@evil.example' },
  { 'x-forwarded-host': 'evil.example' },
  { 'x-forwarded-host': 'localhost:3000, evil.example', 'x-forwarded-proto': 'https' },
  { forwarded: 'host=evil.example;proto=https' },
  { 'x-original-url': 'https://evil.example/', 'x-rewrite-url': '/evil' },
  { 'x-host': 'evil.example', 'x-forwarded-server': 'evil.example' },
  { referer: 'https://evil.example/' },
])('a link leads to our own host under %j', async (headers) => {
  const email = `host-${Object.values(headers).join('').length}-${Object.keys(headers).join('-')}@example.com`;
  expect((await world.call('POST /api/auth/magic-link', { body: { email }, headers })).status).toBe(202);
  const mail = (await world.mail()).find((one) => one.to === email)!;
  expect(mail.text).toContain('http://localhost:3000/auth/magic-link?token=');
  expect(`${mail.text}${mail.subject}`).not.toContain('evil');
});
