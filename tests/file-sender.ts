import { pino } from 'pino';
import type { UploadPurpose } from '../contract/uploads.ts';
import { longWorkKinds } from '../server/long-work-kinds.ts';
import { runLongWork } from '../server/platform/long-work/long-work.ts';
import { aForm } from './sent-files.ts';
import type { Reply, TestUser, World } from './world.ts';

const never = new AbortController().signal;

/** An administrator who sends files for a purpose over HTTP, with the work done as a worker does it. */
export abstract class FileSender {
  readonly world: World;
  readonly admin: TestUser;
  protected abstract readonly purpose: UploadPurpose;
  constructor(world: World, admin: TestUser) {
    this.world = world;
    this.admin = admin;
  }

  call(request: `${string} ${string}`, body?: unknown): Promise<Reply> {
    return this.world.call(request, { cookie: this.admin.cookie, body });
  }

  /** Sends a file, as it is answered. */
  send(content: Buffer | string, name = `${this.purpose}.csv`): Promise<Reply> {
    const form = aForm(content, { name, type: 'text/csv' });
    return this.world.call(`POST /api/uploads/${this.purpose}`, { cookie: this.admin.cookie, ...form });
  }

  /** Sends a file. @returns the number of the upload */
  async upload(content: Buffer | string, name?: string): Promise<string> {
    const { status, body } = await this.send(content, name);
    if (status !== 201) throw new Error(`an upload is answered ${status}`);
    return body.id;
  }

  /** Does long work to its end. @param signal ends it before, as a process that stops */
  async work(id: string, signal = never): Promise<void> {
    await runLongWork(this.world, longWorkKinds, id, signal, pino({ level: 'silent' }));
  }
}
