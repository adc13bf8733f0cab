/** Pages that simulate a supplier in demos: a form without scripts or external resources. */
import type { FastifyReply } from 'fastify';
import { escapeHtml } from './escape-html.ts';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const STYLE = `
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#faf8f3;color:#1f1e1b;font:16px/1.65 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{box-sizing:border-box;width:min(420px,100vw - 32px);padding:32px;border:1px solid #e4dfd3;border-radius:8px;background:#fffefb}
h1{margin:0 0 4px;font:700 20px/1.4 "Source Han Serif SC","Noto Serif CJK SC",serif}
p{margin:0}.note{color:#6d685f;font-size:14px}
form{display:grid;gap:16px;margin-top:24px}
label{display:grid;gap:4px;color:#6d685f;font-size:14px}
input,select{box-sizing:border-box;width:100%;min-height:44px;padding:0 12px;border:1px solid #cdc6b7;border-radius:6px;background:#fffefb;color:#1f1e1b;font:inherit;font-size:16px}
button,a{box-sizing:border-box;display:grid;place-items:center;min-height:48px;border:1px solid #cdc6b7;border-radius:6px;background:#fffefb;color:inherit;font:inherit;text-decoration:none;cursor:pointer}
button{border-color:#2c2a26;background:#2c2a26;color:#fffefb}
:focus-visible{outline:2px solid #9d2f24;outline-offset:2px}`;

export const sendPlainPage = (
  reply: FastifyReply,
  { title, content, status = 200 }: { readonly title: string; readonly content: string; readonly status?: number },
): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', POLICY)
    .header('referrer-policy', 'no-referrer')
    .send(
      `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${content}</main></body></html>`,
    );
