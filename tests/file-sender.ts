import type { UploadPurpose } from '../contract/uploads.ts';
import { AtTheDesk } from './at-the-desk.ts';
import { aForm } from './sent-files.ts';
import type { Reply } from './world.ts';

/** An administrator who sends files for a purpose over HTTP, with the work done as a worker does it. */
export abstract class FileSender extends AtTheDesk {
  protected abstract readonly purpose: UploadPurpose;

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
}
