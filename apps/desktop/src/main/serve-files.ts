/** Serves the files of a page from a folder of the client. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

export const notFound = (): Response => new Response('没有找到', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } });

/** Returns the path of a URL; undefined if it cannot be decoded. */
const decode = (pathname: string): string | undefined => {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
};

/** Returns the file of `folder` that a URL's path names; undefined if it is outside the folder or of a type that is not served. */
export const fileInFolder = (folder: string, pathname: string): string | undefined => {
  const decoded = decode(pathname);
  if (decoded === undefined || decoded.includes('\0') || decoded.includes('\\')) return undefined;
  const file = path.join(folder, decoded);
  const isInside = file.startsWith(folder + path.sep);
  return isInside && TYPES[path.extname(file)] !== undefined ? file : undefined;
};

/** Returns the response with a file. HTML gets the policy `policy`. */
export const sendFile = async (file: string, policy: string): Promise<Response> => {
  const type = TYPES[path.extname(file)] ?? '';
  const body = await readFile(file).catch(() => undefined);
  if (body === undefined) return notFound();
  return new Response(new Uint8Array(body), {
    headers: {
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': policy,
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=()',
    },
  });
};
