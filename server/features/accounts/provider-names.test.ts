import { afterAll, beforeAll, expect, test } from 'vitest';
import { asLine, line } from '../../../contract/values.ts';
import { createGoogleWorld, type GoogleWorld } from '../../../tests/google-flow.ts';

let world: GoogleWorld;
beforeAll(async () => {
  world = await createGoogleWorld();
  world.answerAsGoogle();
});
afterAll(() => world.close());

/** Signs in with Google, who says this of the person. @returns what is shown of them, and their browser. */
async function signIn(sub: string, said: Record<string, unknown> = {}) {
  const reply = await world.signIn({ sub, email: `${sub}@gmail.com`, email_verified: true, ...said });
  return { shown: reply.body.user.google_user_data, cookie: `session=${reply.cookies.session}` };
}
const kai = { name: 'Kai Nakamura', given_name: 'Kai', picture: 'https://pictures.example/1.jpg' };

test('a name that the user chose stays, whatever the provider says later', async () => {
  const { shown, cookie } = await signIn('chosen', kai);
  expect(shown).toEqual(kai);
  await world.call('PUT /api/profiles', { cookie, body: { displayName: 'Nāinoa Kealoha' } });
  expect((await signIn('chosen', { ...kai, name: 'K. N.' })).shown).toMatchObject({
    name: 'Nāinoa Kealoha',
    given_name: 'Nāinoa',
  });
});

test('what is empty is filled, also later', async () => {
  expect((await signIn('late')).shown).toBeNull();
  expect((await signIn('late', kai)).shown).toEqual(kai);
});

test('the picture follows the provider, and stays where it says nothing', async () => {
  await signIn('picture', kai);
  const picture = 'https://pictures.example/2.jpg';
  expect((await signIn('picture', { ...kai, picture })).shown.picture).toBe(picture);
  expect((await signIn('picture')).shown.picture).toBe(picture);
});

test('a name with half a character, or cut within one, is kept without it', async () => {
  expect((await signIn('half', { ...kai, name: 'Kai \ud83d Nakamura' })).shown.name).toBe('Kai \ufffd Nakamura');
  expect(line(9).safeParse(asLine('a\ud83db', 9)).data).toBe('a\ufffdb');
  const { shown } = await signIn('cut', { ...kai, name: `K${'🌺'.repeat(200)}` });
  expect(shown.name).toMatch(/^K(🌺)+$/u);
});
