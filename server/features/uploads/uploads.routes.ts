import type { Endpoint } from '../../../contract/endpoint.ts';
import {
  type UploadPurpose,
  uploadListings,
  uploadLocations,
  uploadPicture,
  uploadPlacePicture,
  uploadStatement,
} from '../../../contract/uploads.ts';
import { answer } from '../../platform/http/http.ts';
import { getUpload, keepUpload } from '../../platform/uploads/uploads.ts';

const answerFor = (endpoint: Endpoint, purpose: UploadPurpose) =>
  answer(
    endpoint,
    async (_input, ctx) => {
      const upload = await keepUpload(ctx, purpose);
      ctx.made(upload.id);
      return upload;
    },
    (_input, ctx, { reference }) => getUpload(ctx, reference),
  );

export const uploadsRoutes = [
  answerFor(uploadStatement, 'statement'),
  answerFor(uploadListings, 'listings'),
  answerFor(uploadLocations, 'locations'),
  answerFor(uploadPicture, 'picture'),
  answerFor(uploadPlacePicture, 'place-picture'),
];
