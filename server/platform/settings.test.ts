import { describe, expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const secret = 'k'.repeat(32);
const read = (environment: Record<string, string>) => readSettings({ SECRET_KEY: secret, ...environment });

describe('a setting that is wrong is named', () => {
  test.each([
    [{ NODE_ENV: 'prod' }, 'NODE_ENV should be production, development or test, or not be set'],
    [{ PUBLIC_URL: 'https://guide.example/guide' }, 'PUBLIC_URL should have no path'],
    [{ PUBLIC_URL: 'https://guide.example/?a=1' }, 'PUBLIC_URL should have no path'],
    [{ PUBLIC_URL: 'guide.example' }, 'PUBLIC_URL should be an http(s) address'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY each key should have 32 characters or more'],
    [{ DATABASE_MIGRATION_URL: 'postgres://owner@db/guide' }, 'DATABASE_MIGRATION_URL should be set together'],
    [{ NODE_ENV: 'production' }, 'PUBLIC_URL must be set in production'],
  ])('%j', (environment, words) => {
    expect(() => read(environment)).toThrow(words);
  });
});

test('an address of the guide is a host, with or without a stroke at its end', () => {
  for (const address of ['https://guide.example', 'https://guide.example/'])
    expect(read({ PUBLIC_URL: address }).publicUrl).toBe('https://guide.example');
  for (const mode of ['development', 'test', '']) expect(read({ NODE_ENV: mode }).production).toBe(false);
});
