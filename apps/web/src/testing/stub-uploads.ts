/** Replaces `XMLHttpRequest`, which uploads use: each upload waits until the test lets it continue. */
import { vi } from 'vitest';

export interface AskedUpload {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: Record<string, unknown>;
  readonly file: File;
  readonly timeoutMs: number;
  isAborted: boolean;
  progress(sent: number): void;
  respond(body: unknown, status?: number): void;
  breakOff(): void;
}

export const stubUploads = (): { asked: AskedUpload[] } => {
  const asked: AskedUpload[] = [];
  class PlayedRequest extends EventTarget {
    readonly upload = new EventTarget();
    readonly headers: Record<string, string> = {};
    timeout = 0;
    status = 0;
    responseText = '';
    address = '';
    readonly sent: { upload?: AskedUpload } = {};
    open(_method: string, address: string): void {
      this.address = address;
    }
    setRequestHeader(name: string, value: string): void {
      this.headers[name] = value;
    }
    getResponseHeader(): string | null {
      return null;
    }
    abort(): void {
      if (this.sent.upload) this.sent.upload.isAborted = true;
      this.end('abort');
    }
    end(type: string): void {
      this.dispatchEvent(new Event(type));
      this.dispatchEvent(new Event('loadend'));
    }
    send(form: FormData): void {
      const { file, ...fields } = Object.fromEntries(form);
      const one: AskedUpload = {
        address: this.address,
        headers: this.headers,
        fields,
        file: file as File,
        timeoutMs: this.timeout,
        isAborted: false,
        progress: (sent) => {
          this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: sent * 100, total: 100 }));
        },
        respond: (body, status = 200) => {
          this.status = status;
          this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
          this.end('load');
        },
        breakOff: () => this.end('error'),
      };
      this.sent.upload = one;
      asked.push(one);
    }
  }
  vi.stubGlobal('XMLHttpRequest', PlayedRequest);
  return { asked };
};
