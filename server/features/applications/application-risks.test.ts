import { expect, test } from 'vitest';
import { type RiskFacts, risksOf } from './application-risks.ts';
import { registrableDomainOf } from './registrable-domain.ts';

const plain: RiskFacts = {
  organization_name: 'Hale Nani',
  contact_name: 'Leilani Kahananui',
  email: 'leilani@halenani.example',
  website: 'https://www.halenani.example/',
  is_trapped: false,
  from_network: 1,
  same_email: 0,
  same_organization: 0,
};
const risks = (given: Partial<RiskFacts>) => risksOf({ ...plain, ...given });
const names = (given: Partial<RiskFacts>) => risks(given).map(({ risk }) => risk);

test('a house with an address of its own domain needs no second look', () => {
  expect(risks({})).toEqual([]);
  expect(risks({ website: null })).toEqual([]);
});

test.each([
  ['halenani@gmail.com', ['free_mail']],
  ['halenani@mail.yahoo.co.jp', ['free_mail']],
  ['x@mailinator.com', ['disposable_mail', 'other_domain']],
  ['leilani@mail.halenani.example', []],
  ['leilani@another.example', ['other_domain']],
])('an address %s says %j', (email, said) => {
  expect(names({ email })).toEqual(said);
});

test('a hint names the domain that it is about', () => {
  expect(risks({ email: 'leilani@another.example' })).toEqual([
    { risk: 'other_domain', count: null, domain: 'halenani.example' },
  ]);
  expect(risks({ email: 'a@gmail.com' })[0]).toMatchObject({ domain: 'gmail.com' });
});

test.each([
  ['www.hotel.com', 'hotel.com'],
  ['HOTEL.com.', 'hotel.com'],
  ['a.b.hotel.co.jp', 'hotel.co.jp'],
  ['shop.hotel.com.au', 'hotel.com.au'],
  ['hotel.de', 'hotel.de'],
  ['www.go.com', 'go.com'],
  ['localhost', 'localhost'],
])('of %s somebody has registered %s', (host, domain) => {
  expect(registrableDomainOf(host)).toBe(domain);
});

test('many from one network are three', () => {
  expect([1, 2, 3, 40].map((from_network) => risks({ from_network }))).toEqual([
    [],
    [],
    [{ risk: 'many_from_network', count: 3, domain: null }],
    [{ risk: 'many_from_network', count: 40, domain: null }],
  ]);
});

test('who applied before is counted by the address, and by the organization', () => {
  expect(risks({ same_email: 2, same_organization: 1 })).toEqual([
    { risk: 'same_email', count: 2, domain: null },
    { risk: 'same_organization', count: 1, domain: null },
  ]);
});

test.each(['12345', '!!!', 'x', 'Buy www.cheap.example', '<b>Hale</b>', '=1+1 Hale', 'aaaaaaaa', 'https://x.example'])(
  '%j is an odd name',
  (odd) => {
    expect(names({ organization_name: odd })).toEqual(['odd_name']);
    expect(names({ contact_name: odd })).toEqual(['odd_name']);
  },
);

test.each(['Hāna Kū', '内田 百閒', 'Ka ʻOhana', 'नाव', "D'Arcy & Søn", 'ABC 123', 'محمد علی'])('%j is none', (name) => {
  expect(names({ organization_name: name, contact_name: name })).toEqual([]);
});
