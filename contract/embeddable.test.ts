import { describe, expect, test } from 'vitest';
import { mayEmbed, normalizeHost } from './embeddable.ts';

describe('a page is embedded', () => {
  const hosts = ['fareharbor.com', 'www.viator.com', 'xn--rksmrgs-5wao1o.example'];
  const own = 'guide.example';

  test.each([
    'https://fareharbor.com/embeds/book/reefwalk/items/4711/?full-items=yes',
    'https://fareharbor.com',
    'https://FAREHARBOR.com:443/x',
    'https://www.viator.com/tours#a',
    'https://räksmörgås.example/',
  ])('from an allowed host: %s', (link) => {
    expect(mayEmbed(link, hosts, own)).toBe(true);
  });

  test.each([
    ['none', null],
    ['nothing', ''],
    ['a path of ours', '/api/logout'],
    ['our own page', 'https://guide.example/dashboard'],
    ['our own page by a dot', 'https://guide.example./dashboard'],
    ['plain http', 'http://fareharbor.com/'],
    ['another port', 'https://fareharbor.com:8443/'],
    ['credentials', 'https://user:password@fareharbor.com/'],
    ['a name alone', 'https://user@fareharbor.com/'],
    ['a password alone', 'https://:password@fareharbor.com/'],
    ['a user name that looks like the host', 'https://fareharbor.com@evil.example/'],
    ['a host that ends alike', 'https://evilfareharbor.com/'],
    ['a host that begins alike', 'https://fareharbor.com.evil.example/'],
    ['a subdomain', 'https://pay.fareharbor.com/'],
    ['the parent of an allowed host', 'https://viator.com/'],
    ['the host with a dot', 'https://fareharbor.com./'],
    ['a backslash', 'https://evil.example\\@fareharbor.com/'],
    ['the host in the path', 'https://evil.example/fareharbor.com'],
    ['a script', 'javascript:alert(1)//fareharbor.com'],
    ['a script with a line', 'java\nscript:alert(1)'],
    ['data', 'data:text/html,<script>alert(1)</script>'],
    ['a blob', 'blob:https://fareharbor.com/4711'],
    ['a file', 'file:///etc/passwd'],
    ['nonsense', 'https://'],
  ])('never %s', (_, link) => {
    expect(mayEmbed(link, hosts, own)).toBe(false);
  });

  test.each(['guide.example', 'www.guide.example', 'example.guide.example'])(
    'never from our own host or what shares its cookies, were it even allowed: %s',
    (host) => {
      expect(mayEmbed(`https://${host}/`, [host], own)).toBe(false);
    },
  );

  test('nor from the host we ourselves are under', () => {
    expect(mayEmbed('https://guide.example/', ['guide.example'], 'app.guide.example')).toBe(false);
  });
});

describe('a host name', () => {
  test.each([
    ['fareharbor.com', 'fareharbor.com'],
    [' FareHarbor.COM ', 'fareharbor.com'],
    ['räksmörgås.example', 'xn--rksmrgs-5wao1o.example'],
    ['a-b.c1.museum', 'a-b.c1.museum'],
  ])('%s is kept as %s', (given, host) => {
    expect(normalizeHost(given)).toBe(host);
  });

  test.each([
    '',
    'localhost',
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '*.fareharbor.com',
    'https://fareharbor.com',
    'fareharbor.com/book',
    'fareharbor.com:8443',
    'user@fareharbor.com',
    'fareharbor.com.',
    '.fareharbor.com',
    'fare harbor.com',
    '-a.com',
    "fareharbor.com; script-src 'unsafe-inline'",
    'fareharbor.com\nx',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(130)}com`,
  ])('%j is none', (given) => {
    expect(normalizeHost(given)).toBeNull();
  });
});
