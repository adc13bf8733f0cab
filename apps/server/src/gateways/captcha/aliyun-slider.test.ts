import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createAdjustableClock } from '../../platform/clock.ts';
import { ALIYUN_PAUSE_MS, createAliyunSlider } from './aliyun-slider.ts';
import { HostedSliderUnavailableError } from './hosted-slider.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

const RIGHT = { Code: 'Success', Success: true, Result: { VerifyResult: true, VerifyCode: 'T001' }, RequestId: 'r' };
const WRONG = { ...RIGHT, Result: { VerifyResult: false, VerifyCode: 'F001' } };

/** Starts a server that replaces Alibaba Cloud and returns the given result for each token; it never responds for an unknown token. */
const answers: Record<string, { status: number; body: string }> = {
  right: { status: 200, body: JSON.stringify(RIGHT) },
  wrong: { status: 200, body: JSON.stringify(WRONG) },
  malformed: { status: 400, body: '{"Code":"InvalidParameter.CaptchaVerifyParam","RequestId":"r"}' },
  refused: { status: 403, body: '{"Code":"Forbidden.RAM","RequestId":"r"}' },
  failing: { status: 500, body: '<html>' },
  empty: { status: 200, body: '{"Code":"InternalError"}' },
  pretended: { status: 200, body: '{"Code":"Success","Result":{"VerifyResult":"true"}}' },
};

const listen = async () => {
  const asked: URLSearchParams[] = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      expect(request.headers).toMatchObject({ 'x-acs-action': 'VerifyIntelligentCaptcha', 'x-acs-version': '2023-03-05' });
      const params = new URLSearchParams(Buffer.concat(chunks).toString());
      asked.push(params);
      const answer = answers[params.get('CaptchaVerifyParam') ?? ''];
      if (answer) response.writeHead(answer.status).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const clock = createAdjustableClock();
  const settings = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accessKeyId: 'id',
    accessKeySecret: 'secret',
    sceneId: 'scene',
    prefix: 'pre',
    region: 'cn',
  } as const;
  return { asked, clock, settings, slider: createAliyunSlider(settings, clock) };
};

describe("Aliyun's slider", () => {
  it('is verified with the result of Aliyun, for our own scene only', async () => {
    const { slider, asked } = await listen();
    expect(await slider.verify('right')).toBe(true);
    expect(await slider.verify('wrong')).toBe(false);
    expect(asked.map((params) => Object.fromEntries(params))).toEqual([
      { CaptchaVerifyParam: 'right', SceneId: 'scene' },
      { CaptchaVerifyParam: 'wrong', SceneId: 'scene' },
    ]);
    expect(slider.offer()).toEqual({ provider: 'aliyun', sceneId: 'scene', prefix: 'pre', region: 'cn' });
  });

  it('is wrong for a token that Aliyun cannot parse, which does not disable the supplier', async () => {
    const { slider } = await listen();
    expect(await slider.verify('malformed')).toBe(false);
    expect(slider.offer()).toBeDefined();
  });

  it('is not offered for a while after Aliyun refuses our request, fails, or sends a result that is neither yes nor no', async () => {
    for (const text of ['refused', 'failing', 'empty', 'pretended']) {
      const { slider, clock } = await listen();
      await expect(slider.verify(text), text).rejects.toThrow(HostedSliderUnavailableError);
      expect(slider.offer(), text).toBeUndefined();
      clock.advance(ALIYUN_PAUSE_MS);
      expect(slider.offer(), text).toBeDefined();
      server?.close();
    }
  });

  it('is not offered for a while after a timeout or a connection error, and offered again after a response', async () => {
    const { settings, clock, slider } = await listen();
    const hasty = createAliyunSlider({ ...settings, timeoutMs: 100 }, clock);
    await expect(hasty.verify('silence')).rejects.toThrow(HostedSliderUnavailableError);
    expect(hasty.offer()).toBeUndefined();
    await expect(slider.verify('failing')).rejects.toThrow(HostedSliderUnavailableError);
    expect(await slider.verify('right')).toBe(true);
    expect(slider.offer()).toBeDefined();
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
    await expect(slider.verify('right')).rejects.toThrow(HostedSliderUnavailableError);
    expect(slider.offer()).toBeUndefined();
  });
});
