import config from '../../vitest.config.ts';
import { modules } from './modules.mjs';

const { tests } = modules[process.env.MODULE as keyof typeof modules]!;

/** The tests of one module, in one worker that loads the product once for all of their files: each mutant has a worker of its own. */
export default { ...config, test: { ...config.test, include: tests, isolate: false } };
