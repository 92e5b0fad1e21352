import { expect, test } from 'vitest';
import { deviceClassOf } from './device-class.ts';

test.each([
  ['phone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'],
  ['phone', 'Mozilla/5.0 (Linux; Android 15; Pixel 7) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'],
  ['tablet', 'Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'],
  ['tablet', 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'],
  ['desktop', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15'],
  ['desktop', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'],
  ['desktop', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  [
    'bot',
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) Chrome/140.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1)',
  ],
  ['bot', 'curl/8.11'],
  ['bot', undefined],
  ['unknown', 'a refrigerator'],
])('a %s calls itself %s', (expected, userAgent) => {
  expect(deviceClassOf(userAgent)).toBe(expected);
});
