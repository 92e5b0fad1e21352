import { prepareZXingModule } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { ZxingReply, ZxingRequest } from './zxing-messages.ts';
import { readWithZxing } from './zxing-reader.ts';

// The page's types are in force here as well, where `self` would be a window.
const scope = self as unknown as {
  postMessage(reply: ZxingReply): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ZxingRequest>) => void): void;
};

scope.addEventListener('message', async ({ data: { id, image } }) => {
  try {
    scope.postMessage({ kind: 'answer', id, text: await readWithZxing(image) });
  } catch {
    scope.postMessage({ kind: 'failure', id });
  }
});

prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true }).then(
  () => scope.postMessage({ kind: 'ready' }),
  () => scope.postMessage({ kind: 'broken' }),
);
