/** Settings of an S3-compatible object store, used instead of `DATA_DIR` (docs/storage-backends.md). */
import { isIP } from 'node:net';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';

const text = z
  .string()
  .trim()
  .transform((value) => (value === '' ? undefined : value))
  .optional();

/** Schemas of the environment variables that configure S3; part of the schema in `config.ts`, which adds `S3_ENDPOINT`. */
export const s3Environment = {
  S3_BUCKET: text,
  S3_REGION: z.string().default('us-east-1'),
  /**
   * Form of the URLs of objects. 1: `https://endpoint/bucket/key`; 0: `https://bucket.endpoint/key`, the only form of Alibaba Cloud OSS.
   */
  S3_PATH_STYLE: z
    .enum(['0', '1'])
    .default('1')
    .transform((value) => value === '1'),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
};

type Environment = z.output<z.ZodObject<typeof s3Environment>> & { readonly S3_ENDPOINT?: string | undefined };

export interface S3StoreSettings {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly pathStyle: boolean;
}

/** Returns undefined if objects are files in `DATA_DIR`. Throws `ConfigError` if only some of the settings are set. */
export const s3Settings = (env: Environment): S3StoreSettings | undefined => {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (endpoint === undefined && bucket === undefined) return undefined;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    throw new ConfigError('S3 存储须同时设置 S3_ENDPOINT、S3_BUCKET、S3_ACCESS_KEY_ID、S3_SECRET_ACCESS_KEY');
  }
  if (!env.S3_PATH_STYLE && isIP(new URL(endpoint).hostname.replace(/^\[|\]$/g, '')) !== 0)
    throw new ConfigError('S3_PATH_STYLE=0 时桶名是主机名的一部分，S3_ENDPOINT 须为域名而不是 IP 地址');
  return { endpoint, bucket, region: env.S3_REGION, accessKeyId, secretAccessKey, pathStyle: env.S3_PATH_STYLE };
};
