import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TakenFile } from '../../../contract/endpoint.ts';
import { asLine } from '../../../contract/values.ts';
import { findFullDisk } from '../disk.ts';
import { giveTime } from '../http/connections.ts';
import { Refusal } from '../http/refusal.ts';
import { senderOf } from '../http/request-body.ts';
import type { Settings } from '../settings.ts';
import { readOnlyFile } from './only-file.ts';
import { CheckedFile, ReceivedUpload } from './received-upload.ts';
import { writeUpload } from './upload-files.ts';
import { UploadRoom } from './upload-room.ts';

/** What a form may take beside its file, in bytes. */
export const formBytes = 32 * 1024;

/** In UTF-16 units. */
const longestName = 200;
const room = new UploadRoom();

/**
 * Lets the routes of a scope take a file each. Their callers are known by then, and within their limits; nothing of the body has been
 * read. What whoever handles the request has not kept by then goes with `releaseBody`.
 */
export function takeUploads(scope: FastifyInstance, takes: TakenFile, settings: Settings): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', async (request: FastifyRequest, body: IncomingMessage) => {
    const contentType = request.headers['content-type'] ?? '';
    if (!/^multipart\/form-data\s*;/i.test(contentType)) throw new Refusal('unsupported_media_type');
    const leave = room.enter(request.context!.caller!.userId, senderOf(request));
    try {
      const mostBytes = takes.mostBytes + formBytes;
      giveTime(request.server.server, request.raw, mostBytes);
      if (await findFullDisk(settings.dataDir)) throw noRoom(request);
      const upload = await readOnlyFile(body, { contentType, mostBytes }, async (pieces, name) => {
        const id = randomUUID();
        const file = new CheckedFile(takes);
        await writeUpload(settings, id, pieces, file);
        return new ReceivedUpload(settings, id, file.describe(shownName(name)));
      });
      const release = () => void upload.discard().catch((error) => request.log.warn({ err: error }, 'a file is left'));
      request.heldBody = { received: upload.bytes, take: () => false, release };
      return upload;
    } catch (error) {
      throw (error as { code?: unknown }).code === 'ENOSPC' ? noRoom(request) : error;
    } finally {
      leave();
    }
  });
}

/** Administrators are the support that others are to ask: they read what is to be done. */
function noRoom(request: FastifyRequest): Refusal {
  const isAdmin = request.context!.caller!.role === 'admin';
  const advice = isAdmin
    ? 'The disk of the server is full: whoever runs it has to make room.'
    : 'Please contact support.';
  return new Refusal('no_room', { advice });
}

/** A name as its sender gave it, without the folders, and without what would change the line it stands in. */
const shownName = (name: string) => asLine(name.split(/[/\\]/).at(-1)!, longestName) || 'file';
