import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { lowPortsNeedRights } from '../../scripts/verdict/machine.mjs';
import { listen } from '../../server/platform/http/listening.ts';
import { SettingsError } from '../../server/platform/settings.ts';

/** Why an address cannot be listened at, as the operator reads it. */
async function refusalAt(port: number, host: string): Promise<unknown> {
  const app = Fastify();
  try {
    return await listen(app, { port, host });
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  } finally {
    await app.close();
  }
}

test('an address that is not of this machine is named', async () => {
  // Of a block that is kept for documents.
  expect(await refusalAt(0, '192.0.2.1')).toMatch(/^HOST should be .*: 192\.0\.2\.1 is none \(EADDRNOTAVAIL\)$/);
  expect(await refusalAt(0, 'nowhere.invalid')).toMatch(/^HOST should be .*: nowhere\.invalid is none \(E\w+\)$/);
});

test('a port that is taken is named', async () => {
  const other = createServer();
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  const { port } = other.address() as { port: number };
  expect(await refusalAt(port, '127.0.0.1')).toBe(`PORT should be another one: ${port} is taken on 127.0.0.1`);
  await new Promise((closed) => other.close(closed));
});

test.runIf(lowPortsNeedRights)('a port for which one needs rights is named', async () => {
  if (process.getuid?.() !== 0) {
    expect(await refusalAt(81, '127.0.0.1')).toMatch(/^PORT should be .*: 81 is not$/);
    return;
  }
  // As root in a process that gives its rights up once all of it is loaded.
  const program = `
      import Fastify from 'fastify';
      import { lowPortsNeedRights } from '../../scripts/verdict/machine.mjs';
import { listen } from ${JSON.stringify(new URL('../../server/platform/http/listening.ts', import.meta.url).href)};
      process.setgid(65534);
      process.setuid(65534);
      await listen(Fastify(), { port: 81, host: '127.0.0.1' }).catch(({ message }) => process.stdout.write(message));
      process.exit();`;
  const asNobody = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: import.meta.dirname });
  let said = '';
  asNobody.stdout.on('data', (chunk) => {
    said += chunk;
  });
  await new Promise((closed) => asNobody.once('close', closed));
  expect(said).toMatch(/^PORT should be .*: 81 is not$/);
});
