import { expect, inject, test } from 'vitest';
import { openDatabase } from './database.ts';

test('a database that was only looked at leaves no connection open when it is closed', async () => {
  const database = openDatabase(inject('databaseServer'), { max: 2, onError: () => {} });
  await database.pool.query('select 1');
  await database.close();
  expect([database.pool.ended, database.pool.totalCount]).toEqual([true, 0]);
});
