import { execFileSync } from 'node:child_process';

/** Milliseconds of processor that an empty Node takes to start on the machines that the limits were set on. */
const referenceMs = 45;

const startMs = () => {
  const script = 'const { user, system } = process.cpuUsage(); process.stdout.write(String((user + system) / 1000))';
  return Number(execFileSync(process.execPath, ['-e', script], { env: {}, encoding: 'utf8' }));
};

let measured;

/**
 * How many times as slow as the machines that the limits were set on this one is, from 1 to 3: by the start of an empty Node,
 * which is processes, memory and interpreter as a server's start and a new connection are. In processor time, so that the load
 * counts little. Measured once in a process.
 */
export function slowness() {
  measured ??= Math.min(3, Math.max(1, Math.min(startMs(), startMs(), startMs()) / referenceMs));
  return measured;
}
