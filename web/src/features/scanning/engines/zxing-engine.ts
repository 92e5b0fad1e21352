import { trustedScriptUrl } from '../../../trusted-types.ts';
import { withTimeout } from '../with-timeout.ts';
import type { Engine } from './engine.ts';
import type { ZxingReply, ZxingRequest } from './zxing-messages.ts';
import workerUrl from './zxing-worker.ts?worker&url';

/** Far beyond what any picture takes: a worker that has not answered by then never will. */
const answerTimeoutMs = 5_000;

interface Asked {
  resolve(text: string | null): void;
  reject(reason: Error): void;
}

/** The strong reader, in a thread of its own. Settles once it can read; rejects if it cannot be loaded. */
export function startZxingEngine(): Promise<Engine> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module' });
    const waiting = new Map<number, Asked>();
    let isClosed = false;
    const close = () => {
      isClosed = true;
      worker.terminate();
      for (const asked of waiting.values()) asked.reject(new Error('The ZXing worker has gone'));
      waiting.clear();
    };
    const giveUp = () => {
      close();
      reject(new Error('ZXing could not be loaded'));
    };
    worker.addEventListener('error', giveUp);
    worker.addEventListener('message', ({ data: reply }: MessageEvent<ZxingReply>) => {
      if (reply.kind === 'ready') return resolve({ name: 'zxing', close, decode });
      if (reply.kind === 'broken') return giveUp();
      const asked = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (reply.kind === 'answer') asked?.resolve(reply.text);
      else asked?.reject(new Error('ZXing failed on a picture'));
    });

    let lastId = 0;
    const decode = (image: ImageData) => {
      const id = ++lastId;
      const answer = new Promise<string | null>((resolveAnswer, rejectAnswer) => {
        if (isClosed) return rejectAnswer(new Error('The ZXing worker has gone'));
        waiting.set(id, { resolve: resolveAnswer, reject: rejectAnswer });
        const request: ZxingRequest = { id, image: { width: image.width, height: image.height, data: image.data } };
        worker.postMessage(request, [image.data.buffer]);
      });
      return withTimeout(answer, answerTimeoutMs);
    };
  });
}
