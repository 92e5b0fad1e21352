import { connect, createServer, type Socket } from 'node:net';

/**
 * What the network does to an answer: `gone` ends every connection, those that it kept silent too; `silent` lets nothing through until it is good again, `lost` never does on these connections; `unheard` lets the question through, and nothing of its answer; `cut` ends the connection in the
 * middle of a body; `shortened` ends the body there as if that were all; `stalled` lets nothing more through there until it is good again. The others answer
 * themselves: `portal` with a page to sign in on, `forbidden` and `unauthorized` with a refusal of their own, `away` as a gateway does whose server is not there.
 */
export type Fault = 'gone' | 'silent' | 'lost' | 'unheard' | 'cut' | 'shortened' | 'stalled' | keyof typeof ownAnswers;

/** A network between the phone and the server, as TCP sees it. */
export interface Network {
  /** Where the phone finds the product. */
  url: string;
  /** Spoils what goes over it from now on. @param what the paths, all unless told. */
  spoil(fault: Fault, what?: RegExp): void;
  /** How often it was spoiled so far. */
  timesSpoiled(): number;
  /** Is good again; what was held back goes on. */
  mend(): void;
  close(): Promise<void>;
}

const page = (status: string, text: string) => {
  const body = `<!doctype html><title>${status}</title><p>${text}</p>`;
  return [`HTTP/1.1 ${status}`, 'Content-Type: text/html', `Content-Length: ${body.length}`, '', body].join('\r\n');
};
const ownAnswers = {
  portal: page('200 OK', 'Welcome! Please sign in.'),
  forbidden: page('403 Forbidden', 'Checking your browser.'),
  unauthorized: page('401 Unauthorized', 'Sign in to this network.'),
  away: page('502 Bad Gateway', 'Bad gateway'),
};

/** Opens a network whose server is told later, as the server must know first where it is found. */
export async function openNetwork(): Promise<Network & { port: number; leadTo(port: number): void }> {
  let target = 0;
  let fault: Fault | null = null;
  let spoiled = /./;
  let times = 0;
  const sockets = new Set<Socket>();
  const held = new Map<() => void, Socket>();

  const server = createServer((phone) => {
    const product = connect(target, 'localhost');
    let isSpoiled: Fault | null = null;
    for (const socket of [phone, product]) {
      sockets.add(socket);
      socket.setNoDelay(true).on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        phone.destroy();
        product.destroy();
      });
    }
    phone.on('data', (chunk) => {
      const path = chunk.toString('latin1').match(/^[A-Z]+ (\S+) HTTP\/1\.1\r\n/)?.[1];
      if (path) isSpoiled = fault && spoiled.test(path) ? fault : null;
      if (isSpoiled === 'gone') phone.destroy();
      else if (isSpoiled && isSpoiled in ownAnswers) phone.write(ownAnswers[isSpoiled as keyof typeof ownAnswers]);
      else if (isSpoiled === 'silent') held.set(() => product.write(chunk), phone);
      else if (isSpoiled !== 'lost') product.write(chunk);
    });
    let isStalled = false;
    product.on('data', (chunk) => {
      if (isSpoiled === 'unheard') return;
      if (isSpoiled === 'stalled') {
        const sent = isStalled ? Buffer.alloc(0) : halfOf(chunk);
        phone.write(sent);
        isStalled = true;
        return void held.set(() => phone.write(chunk.subarray(sent.length)), phone);
      }
      if (isSpoiled !== 'cut' && isSpoiled !== 'shortened') return void phone.write(chunk);
      phone.end(isSpoiled === 'cut' ? halfOf(chunk) : halfOf(withoutLength(chunk)));
      product.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    url: `http://localhost:${port}`,
    leadTo: (at) => {
      target = at;
    },
    spoil: (kind, what = /./) => {
      fault = kind;
      times += 1;
      spoiled = what;
      if (kind !== 'gone') return;
      for (const phone of held.values()) phone.destroy();
      held.clear();
    },
    timesSpoiled: () => times,
    mend: () => {
      fault = null;
      for (const go of held.keys()) go();
      held.clear();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The head of an answer with half of its body. */
function halfOf(answer: Buffer): Buffer {
  const body = answer.indexOf('\r\n\r\n') + 4;
  return answer.subarray(0, body + Math.ceil((answer.length - body) / 2));
}

/** An answer whose body is over where the connection ends. */
function withoutLength(answer: Buffer): Buffer {
  const text = answer.toString('latin1').replace(/^(content-length|transfer-encoding|connection): .*\r\n/gim, '');
  return Buffer.from(text.replace('\r\n', '\r\nconnection: close\r\n'), 'latin1');
}
