import { z } from 'zod';

/** The settings of those who run it, as they stand in the environment. */
export const upkeepShape = {
  METRICS_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9_-]{32,128}$/, 'should be 32 to 128 letters, digits, - and _')
    .optional(),
};

/** What those who run it have set. */
export interface UpkeepSettings {
  /** Who may read the metrics from elsewhere has this token; without one they are for this machine alone. */
  metricsToken: string | undefined;
}

/** The same, as the server takes it. */
export const upkeepOf = (given: { METRICS_TOKEN?: string | undefined }): UpkeepSettings => ({
  metricsToken: given.METRICS_TOKEN,
});
