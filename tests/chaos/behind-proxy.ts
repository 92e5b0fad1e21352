import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { clientConfig } from '../../server/platform/database/database.ts';
import { copyTemplate, inDatabase, onServer } from '../database-setup.ts';
import { FaultProxy } from './fault-proxy.ts';
import { ProductProcess } from './product-process.ts';
import { findSubjects, type Subjects, signInTravelers, type Traveler } from './travelers.ts';

/** The real server on a database of its own, reached through a network that can be broken. */
export interface ProductBehindProxy {
  product: ProductProcess;
  proxy: FaultProxy;
  travelers: Traveler[];
  subjects: Subjects;
  /** A connection to the database that goes past the proxy. */
  owner: pg.Client;
  dispose(): Promise<void>;
}

/** Starts it on the server of the test run, and signs travelers in. */
export async function startBehindProxy(travelerCount: number): Promise<ProductBehindProxy> {
  const server = inject('databaseServer');
  const name = `chaos_${randomBytes(6).toString('hex')}`;
  await copyTemplate(server, name);
  const direct = inDatabase(server, name);
  const proxy = await FaultProxy.open(server);
  const product = await ProductProcess.make({ DATABASE_URL: proxy.urlOf(direct) });
  await product.start();
  const owner = new pg.Client(clientConfig(direct));
  await owner.connect();
  return {
    product,
    proxy,
    owner,
    travelers: await signInTravelers(owner, travelerCount),
    subjects: await findSubjects(owner),
    dispose: async () => {
      await owner.end();
      await product.dispose();
      await proxy.close();
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}
