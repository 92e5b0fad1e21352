import { expect, test } from 'vitest';
import { mapLink } from './map-link.ts';

test.each([
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 7) Chrome/139.0.0.0 Mobile Safari/537.36',
    'geo:21.28,-157.83?q=21.28,-157.83',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1.15',
    'https://maps.apple.com/?ll=21.28,-157.83&q=21.28,-157.83',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'https://www.openstreetmap.org/?mlat=21.28&mlon=-157.83#map=17/21.28/-157.83',
  ],
])('%s opens %s', (agent, href) => {
  const link = mapLink([21.28, -157.83], agent);
  expect(link.href).toBe(href);
  // What opens an app leaves no empty tab behind.
  expect('target' in link).toBe(href.startsWith('https:'));
});
