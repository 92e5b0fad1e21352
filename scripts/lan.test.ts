import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { findLanAddresses, lanSettings } from './lan.mjs';

const on = (address: string, internal = false): NetworkInterfaceInfo =>
  ({
    address,
    family: address.includes(':') ? 'IPv6' : 'IPv4',
    internal,
    netmask: '',
    mac: '',
    cidr: null,
    ...(address.includes(':') ? { scopeid: 0 } : {}),
  }) as NetworkInterfaceInfo;

test('the address is one that a phone in the room reaches: no container, no tunnel, no loopback, no IPv6', () => {
  const interfaces = {
    lo: [on('127.0.0.1', true), on('::1', true)],
    docker0: [on('172.17.0.1')],
    utun3: [on('10.8.0.2')],
    en5: [on('169.254.7.7')],
    en1: [on('100.64.0.9')],
    en0: [on('fe80::1'), on('192.168.1.23')],
    'br-1234': [],
  };
  expect(findLanAddresses(interfaces)).toEqual(['192.168.1.23', '100.64.0.9', '172.17.0.1', '10.8.0.2']);
  expect(findLanAddresses({ lo: interfaces.lo })).toEqual([]);
});

test('it is where the product listens and where its links lead, unless HOST names another', () => {
  expect(lanSettings({}, ['192.168.1.23'])).toEqual({ HOST: '192.168.1.23', PUBLIC_URL: 'http://192.168.1.23:3000' });
  const given = { PORT: '8080', HOST: '10.0.0.4' };
  expect(lanSettings(given, ['192.168.1.23'])).toEqual({ HOST: '10.0.0.4', PUBLIC_URL: 'http://10.0.0.4:8080' });
});

test.each(['localhost', '127.0.0.1', '127.0.1.1', '::1', '[::1]', '0.0.0.0', '::', 'fe80::1%en0', '0'])(
  'HOST=%s is refused: no phone reaches it, and no link can lead to it',
  (HOST) => {
    expect(() => lanSettings({ HOST }, ['192.168.1.23'])).toThrow(`HOST=${HOST}`);
    expect(() => lanSettings({ HOST }, ['192.168.1.23'])).toThrow('192.168.1.23');
  },
);

test('an IPv6 address stands in brackets in links, and without them where the product listens', () => {
  const settings = { HOST: 'fd00::2', PUBLIC_URL: 'http://[fd00::2]:3000' };
  expect(lanSettings({ HOST: 'fd00::2' }, ['192.168.1.23'])).toEqual(settings);
  expect(lanSettings({ HOST: '[fd00::2]' }, [])).toEqual(settings);
});

test('without a network, or against an address that is set, it says what to do', () => {
  expect(() => lanSettings({}, [])).toThrow('connect this machine to that of the phone');
  expect(() => lanSettings({ PUBLIC_URL: 'https://guide.example' }, ['192.168.1.23'])).toThrow('leave it unset');
});
