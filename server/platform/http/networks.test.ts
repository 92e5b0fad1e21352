import { expect, test } from 'vitest';
import { areaOf, networkOf, siteOf } from './networks.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::9', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0'],
  ['1:2:3::4:5:192.0.2.7', '1:2:3:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['192.0.2.7:4711', '192.0.2.7'],
  ['[2001:db8::1]', '2001:db8:0:0'],
  ['[2001:db8::1]:443', '2001:db8:0:0'],
  ['[192.0.2.7', '192.0.2.7'],
  // What is kept of many events at once names their network.
  ['2001:db8:1:2', '2001:db8:1:2'],
  ['2001:db8:1', 'unknown'],
  ['2001:db8:1:2:3', 'unknown'],
  ['192.0.2.7:x', 'unknown'],
  ['192.0.2.777', 'unknown'],
  ['[x]', 'unknown'],
  ['192.0.2', 'unknown'],
  ['evil', 'unknown'],
  [':::::', 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
  ['x'.repeat(8_000), 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2::9', '2001:db8:1'],
  ['2001:db8::1', '2001:db8:0'],
  ['evil', 'unknown'],
])('the site of %s is %s', (address, site) => {
  expect(siteOf(networkOf(address))).toBe(site);
});

test.each([
  ['192.0.2.7', '192.0.2'],
  ['::ffff:192.0.2.9', '192.0.2'],
  ['2001:db8:1:2::9', '2001:db8:1'],
  ['nothing', 'unknown'],
])('around %s lies %s', (address, area) => {
  expect(areaOf(networkOf(address))).toBe(area);
});
