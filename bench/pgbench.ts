import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appRole } from '../server/platform/database/database.ts';
import type { Product } from './product.ts';

/**
 * Runs a script under pgbench (Debian's postgresql package) against the product's own server: prepared, as the
 * application's role, over the same unix socket.
 * @returns transactions per second.
 */
export async function runPgbench(
  { socketDir, port, database, user }: Product['database'],
  script: string,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'holoholo-pgbench-'));
  try {
    const file = join(folder, 'script.sql');
    await writeFile(file, script);
    const args = ['-h', socketDir, '-p', String(port), '-U', user, '-n', '-M', 'prepared', '-f', file];
    const child = spawn('pgbench', [...args, '-c', String(clients), '-j', '1', '-T', String(seconds), database], {
      env: { ...process.env, PGOPTIONS: `-c role=${appRole} -c timezone=UTC` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    const code = await new Promise<number | null>((resolve, reject) => child.on('exit', resolve).on('error', reject));
    const rate = output.match(/tps = ([\d.]+)/)?.[1];
    if (code !== 0 || !rate || !/number of failed transactions: 0 /.test(output))
      throw new Error(`pgbench:\n${output}`);
    return Number(rate);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
