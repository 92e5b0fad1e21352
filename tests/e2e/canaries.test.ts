import { test as base, expect } from '@playwright/test';
import { watchSecrets } from './canaries.ts';
import { startProduct } from './product.ts';
import { signIn } from './session.ts';

/** Has the server say of each request what nobody should ever read. */
const telling = `import { Server } from 'node:http';
const { emit } = Server.prototype;
Server.prototype.emit = function (name, request, ...rest) {
  if (name === 'request') console.error('heard ' + request.headers.cookie);
  return emit.call(this, name, request, ...rest);
};
console.error('starting with ' + process.env.METRICS_TOKEN);`;

const test = base.extend({});
test.setTimeout(180_000);

test('a secret that the product says, or a browser keeps after its sign-out, fails the end of the product', async ({
  browser,
}) => {
  const product = await startProduct({
    METRICS_TOKEN: 'zzmetrics-0123456789-0123456789-0123',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(telling)}`,
  });
  const context = await browser.newContext({ baseURL: product.url });
  const endWatch = watchSecrets(context, product);
  const page = await context.newPage();
  await signIn(page, product, 'guest@hotel.example');
  await page.goto('/');
  const { value } = (await context.cookies()).find(({ name }) => name === 'session')!;
  await page.request.post('/api/logout', { data: {}, headers: { origin: product.url } });
  expect((await context.cookies()).filter(({ name }) => name === 'session')).toEqual([]);
  const link = product.mail.messages.at(-1)!.text.match(/token=([\w-]+)/)![1]!;
  await page.evaluate(
    async ([session, token]) => {
      localStorage.setItem('note', session!);
      const kept = await caches.open('pages');
      await kept.put('/kept', new Response(`<p>${token}</p>`));
    },
    [value, link],
  );
  await endWatch();
  await context.close();
  const told = await product.stop().then(
    () => 'nothing was found',
    (error: Error) => error.message,
  );
  expect(told).toContain('METRICS_TOKEN stands in what the product said');
  expect(told).toContain('the cookie visit stands in what the product said');
  expect(told).toContain('the cookie session stands in what a browser keeps');
  expect(told).toContain('what a mail opens stands in what a browser keeps');
});

test('one that tells nothing ends well', async ({ browser }) => {
  const product = await startProduct();
  const context = await browser.newContext({ baseURL: product.url });
  const endWatch = watchSecrets(context, product);
  const page = await context.newPage();
  await signIn(page, product, 'guest@hotel.example');
  await page.goto('/bookings');
  await page.request.post('/api/logout', { data: {}, headers: { origin: product.url } });
  await page.goto('/');
  await endWatch();
  await context.close();
  await product.stop();
});
