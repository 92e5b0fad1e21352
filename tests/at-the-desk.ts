import { pino } from 'pino';
import { longWorkKinds } from '../server/long-work-kinds.ts';
import { type LongWorkKinds, runLongWork } from '../server/platform/long-work/long-work.ts';
import type { Reply, TestUser, World } from './world.ts';

const never = new AbortController().signal;

/** An administrator who begins long work over HTTP, with the work done as a worker does it. */
export class AtTheDesk {
  readonly world: World;
  readonly admin: TestUser;
  constructor(world: World, admin: TestUser) {
    this.world = world;
    this.admin = admin;
  }

  call(request: `${string} ${string}`, body?: unknown): Promise<Reply> {
    return this.world.call(request, { cookie: this.admin.cookie, body });
  }

  /** Does long work to its end. @param signal ends it before, as a process that stops */
  async work(id: string, signal = never): Promise<void> {
    await runLongWork(this.world, longWorkKinds, id, signal, pino({ level: 'silent' }));
  }

  /** Does long work until something of it is done, and breaks it off there. @throws the reason */
  async breakOff(id: string): Promise<void> {
    const { db, settings, clock } = this.world;
    const asked = db.selectFrom('long_work').select(['kind', 'parameters']).where('id', '=', id);
    const { kind, parameters } = await asked.executeTakeFirstOrThrow();
    const stopping = new AbortController();
    const { run, parameters: shape } = (longWorkKinds as LongWorkKinds)[kind]!;
    const read: Parameters<LongWorkKinds[string]['run']>[0]['read'] = (work) => work(db);
    const given = { id, db, read, settings, now: () => clock.now(), parameters: shape.parse(parameters) };
    const report = (done: number) => {
      if (done > 0) stopping.abort();
    };
    for await (const _piece of run({ ...given, signal: stopping.signal, report }));
  }
}
