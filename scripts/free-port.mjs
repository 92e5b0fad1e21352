import { createServer } from 'node:net';

/** A free port whose next ones are free as well: there the demo's identity provider and its booking platforms listen. */
export async function freePort() {
  for (;;) {
    const first = await listen(0);
    const { port } = first.address();
    const next = await Promise.all([port + 1, port + 2].map((one) => listen(one).catch(() => undefined)));
    for (const probe of [first, ...next]) await new Promise((closed) => (probe ? probe.close(closed) : closed()));
    if (next.every(Boolean)) return port;
  }
}

/** Whether somebody listens at a port already. @param {number} port @param {string} host */
export function isPortTaken(port, host) {
  return listen(port, host).then(
    (probe) => new Promise((closed) => probe.close(() => closed(false))),
    ({ code }) => code === 'EADDRINUSE',
  );
}

function listen(port, host = 'localhost') {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, host, () => resolve(probe));
  });
}
