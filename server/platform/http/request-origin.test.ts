import { describe, expect, test } from 'vitest';
import {
  isAskedByOwnPage,
  isBot,
  isFromThisSite,
  isGenuineNavigation,
  isNavigation,
  isOwnDeliberateGet,
  isOwnScript,
  isSentToUs,
  isUnsafe,
} from './request-origin.ts';

const own = 'https://holoholo.example';
type Headers = Record<string, string>;

test('every method but GET, HEAD and OPTIONS must prove where it comes from', () => {
  const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'get', 'MKCOL', ''];
  expect(methods.filter((method) => !isUnsafe(method))).toEqual(['GET', 'HEAD', 'OPTIONS']);
});

describe('a GET that begins something is asked by our own page, or by whoever opens it in a window', () => {
  const inWindow = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  test.each<[boolean, Headers]>([
    [true, {}],
    [true, { ...inWindow, 'sec-fetch-site': 'same-origin' }],
    [true, { ...inWindow, 'sec-fetch-site': 'none' }],
    [true, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    [false, { ...inWindow, 'sec-fetch-site': 'cross-site' }],
    [false, { ...inWindow, 'sec-fetch-site': 'same-site' }],
    [false, { ...inWindow, 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }],
    [false, { ...inWindow, 'sec-fetch-site': 'none', purpose: 'prefetch' }],
    [false, { 'sec-purpose': 'prefetch' }],
    [false, { purpose: 'prefetch' }],
    [false, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    [false, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    [true, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty' }],
    [false, { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty' }],
    [false, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty' }],
    [false, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' }],
    [false, { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'document' }],
    [false, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ])('%j: %j', (expected, headers) => expect(isAskedByOwnPage(headers)).toBe(expected));
});

describe('a request that changes something comes from this site', () => {
  test.each<[boolean, Headers]>([
    [true, { 'sec-fetch-site': 'same-origin' }],
    // What the browser states first decides, whatever else is there.
    [true, { 'sec-fetch-site': 'same-origin', origin: 'null', referer: 'https://evil.example/' }],
    [false, { 'sec-fetch-site': 'cross-site', origin: own, referer: `${own}/scan` }],
    [false, { 'sec-fetch-site': 'same-site', origin: own }],
    [false, { 'sec-fetch-site': 'none', origin: own }],
    [false, { 'sec-fetch-site': '', origin: own }],
    [true, { origin: own }],
    [true, { origin: own, referer: 'https://evil.example/' }],
    [false, { origin: 'https://evil.example', referer: `${own}/scan` }],
    [false, { origin: 'null', referer: `${own}/scan` }],
    [false, { origin: '', referer: `${own}/scan` }],
    [false, { origin: `${own}.evil.example` }],
    [false, { origin: 'http://holoholo.example' }],
    [false, { origin: `${own}:8443` }],
    [true, { referer: `${own}/location/7?qr=1#top` }],
    [true, { referer: own }],
    [false, { referer: 'https://evil.example/' }],
    [false, { referer: `https://evil.example/${own}` }],
    [false, { referer: `${own}.evil.example/` }],
    [false, { referer: `${own}@evil.example/` }],
    [false, { referer: 'http://holoholo.example/' }],
    [false, { referer: 'about:blank' }],
    [false, { referer: 'nonsense' }],
    [false, { referer: '' }],
    [false, {}],
  ])('%j: %j', (expected, headers) => expect(isFromThisSite(headers, own)).toBe(expected));
});

describe('a page is opened by a person now', () => {
  test.each<[boolean, string, Headers]>([
    [true, 'GET', {}],
    [true, 'GET', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    [false, 'HEAD', {}],
    [false, 'POST', { 'sec-fetch-mode': 'navigate' }],
    [false, 'GET', { 'sec-purpose': 'prefetch' }],
    [false, 'GET', { purpose: 'prefetch' }],
    [false, 'GET', { 'x-moz': 'prefetch' }],
    [false, 'GET', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'document' }],
    [false, 'GET', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    [false, 'GET', { 'sec-fetch-dest': 'image' }],
    [true, 'GET', { 'sec-fetch-dest': 'document' }],
  ])('%j: %s %j', (expected, method, headers) => expect(isGenuineNavigation(method, headers)).toBe(expected));
});

const script = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
const followed = {
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-user': '?1',
};

describe('a GET that changes something', () => {
  test.each<[boolean, Headers]>([
    [true, script],
    [true, followed],
    [false, {}],
    [false, { ...script, 'sec-purpose': 'prefetch' }],
    [false, { ...followed, purpose: 'prefetch' }],
    [false, { ...followed, 'sec-fetch-site': 'cross-site' }],
    [false, { ...followed, 'sec-fetch-mode': 'no-cors' }],
    [false, { ...followed, 'sec-fetch-dest': 'iframe' }],
    [false, { ...followed, 'sec-fetch-user': '?0' }],
  ])('%j: %j', (expected, headers) => expect(isOwnDeliberateGet(headers)).toBe(expected));
});

describe('a script of our own page asks', () => {
  test.each<[boolean, Headers]>([
    [true, script],
    [true, { ...script, 'sec-fetch-mode': 'same-origin' }],
    [false, { ...script, 'sec-fetch-mode': 'no-cors' }],
    [false, { ...script, 'sec-fetch-mode': 'navigate' }],
    [false, { ...script, 'sec-fetch-site': 'same-site' }],
    [false, { ...script, 'sec-fetch-dest': 'image' }],
    [false, {}],
  ])('%j: %j', (expected, headers) => expect(isOwnScript(headers)).toBe(expected));
});

describe('the window itself goes here', () => {
  test.each<[boolean, Headers]>([
    [true, { 'sec-fetch-mode': 'navigate', accept: '*/*' }],
    [false, { 'sec-fetch-mode': 'cors', accept: 'text/html' }],
    [true, { accept: 'text/html,application/xhtml+xml' }],
    [false, { accept: 'application/json' }],
    [false, {}],
  ])('%j: %j', (expected, headers) => expect(isNavigation(headers)).toBe(expected));
});

describe('a user agent', () => {
  test.each([
    undefined,
    '',
    'Googlebot/2.1 (+http://www.google.com/bot.html)',
    'SomeBot',
    'Mozilla/5.0 crawler',
    'Baiduspider',
    'Yahoo! Slurp',
    'Mozilla/5.0 BingPreview/1.0b',
    'Microsoft scan',
    'VirusScanner',
    'UptimeMonitor/1',
    'curl/8.1',
    'Wget/1.21',
    'python-requests/2.31',
    'Java/17.0.2',
    'okhttp/4.9',
    'Go-http-client/2.0',
    'Mozilla/5.0 HeadlessChrome/120',
    'Chrome-Lighthouse',
    'facebookexternalhit/1.1',
    'WhatsApp/2.23',
    'Telegram',
    'Slack-ImgProxy',
    'Discord',
    'Embedly/0.2',
    'vkShare',
    'Pinterest/0.2',
    'SkypeUriPreview',
    'Skype',
    'Google-InspectionTool/1.0',
    'GoogleOther',
    'axios/1.6',
    'node-fetch/1.0',
    'undici',
    'libwww-perl/6',
    'Apache-HttpClient/4.5',
    'PhantomJS',
    'Feedly/1.0',
  ])('%j is a program', (agent) => expect(isBot(agent)).toBe(true));

  test.each([
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Android 14; Mobile; rv:115.0) Gecko/115.0 Firefox/115.0 Robotics Scandinavia JavaScript GoogleApp',
  ])('%j is a browser', (agent) => expect(isBot(agent)).toBe(false));
});

test('a name that somebody else points at this machine is none of ours', () => {
  const ours = ['localhost:3000', '127.0.0.1', '[::1]:3000', 'LOCALHOST', 'guide.example', '192.168.1.7:3000'];
  const theirs = ['evil.example:3000', 'localhost.evil.example', '', undefined];
  const isOurs = (host: string | undefined) => isSentToUs(host, '192.168.1.7', 'guide.example');
  expect(ours.map(isOurs)).toEqual(ours.map(() => true));
  expect(theirs.map(isOurs)).toEqual(theirs.map(() => false));
});
