/** The page that a browser shows for an unknown host: in Chinese, with the right URL and the missing setting. */

import type { Config } from '../platform/config.ts';
import { kindOfHost } from '../platform/host-kind.ts';
import { escapeHtml } from '../platform/http/escape-html.ts';

const STYLE = `
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#faf8f3;color:#1f1e1b;font:16px/1.75 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{box-sizing:border-box;width:min(560px,100vw - 32px);padding:32px;border:1px solid #e4dfd3;border-radius:8px;background:#fffefb}
h1{margin:0 0 16px;font:700 22px/1.4 "Source Han Serif SC","Noto Serif CJK SC",serif}
h2{margin:24px 0 4px;font-size:16px}
p{margin:0 0 8px}.note{color:#6d685f;font-size:14px}
a{color:#9d2f24}code{font:14px/1.6 ui-monospace,"Cascadia Mono",Consolas,monospace;overflow-wrap:anywhere}
pre{margin:8px 0;padding:12px;border-radius:6px;background:#f2eee4;font:14px/1.6 ui-monospace,"Cascadia Mono",Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
a:focus-visible{outline:2px solid #1f1e1b;outline-offset:2px}`;

/** Maximum length of a host name. */
const HOST_CHARS_MAX = 253;

/** Returns the page. `host`: the requested host, which is shown as text only, never as a link. */
export const unknownHostPage = (host: string, { publicUrl }: Pick<Config, 'publicUrl'>): string => {
  const { hostname, protocol } = new URL(publicUrl);
  const asked = escapeHtml(host.slice(0, HOST_CHARS_MAX));
  const right = escapeHtml(publicUrl);
  const forReaders =
    kindOfHost(hostname) === 'loopback'
      ? `<p>平台目前登记的网址是 <code>${right}</code>，只能在服务器本机打开。请联系管理员。</p>`
      : `<p>请改用平台公布的网址：<a href="${right}">${right}</a></p>`;
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>网址没有登记 · 书房</title><style>${STYLE}</style></head><body><main><h1>这个网址没有登记</h1><p>您访问的是 <code>${asked}</code>。</p>${forReaders}<h2>管理员请看</h2><p>要让读者从这个网址访问，请设置 <code>PUBLIC_URL</code>，再重新启动：</p><pre>PUBLIC_URL=${protocol}//${asked}</pre><p>其他电脑访问时，还要让服务监听局域网：<code>HOST=0.0.0.0</code>。图书内容的网址由 <code>CONTENT_URL</code> 决定，说明见 docs/configuration.md。</p><p class="note">为了防止冒用域名，书房只回应登记过的网址。</p></main></body></html>`;
};
