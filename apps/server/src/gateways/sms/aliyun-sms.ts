/** Short messages through Alibaba Cloud: https://help.aliyun.com/zh/sms/developer-reference/api-dysmsapi-2017-05-25-sendsms */
import { CodedError, type SmsType } from '@shufang/contract';
import { AliyunError, callAliyun } from '../aliyun/aliyun-request.ts';
import type { SmsGateway } from './sms-gateway.ts';

export interface AliyunSmsSettings {
  /** `https://dysmsapi.aliyuncs.com`. */
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  /** As approved by the supplier, such as `书房`. */
  readonly signName: string;
  /** Templates with one variable, `code`. */
  readonly templates: Readonly<Record<SmsType, string>>;
  readonly timeoutMs?: number;
}

/** The supplier's own limits of a number, a template or the account: the same to a person as ours. https://help.aliyun.com/zh/sms/developer-reference/api-error-codes */
const LIMITED = new Set([
  'isv.BUSINESS_LIMIT_CONTROL',
  'isv.DAY_LIMIT_CONTROL',
  'isv.MONTH_LIMIT_CONTROL',
  'isv.SMS_SIGNATURE_SCENE_LIMIT',
]);

const refusal = (code: string, cause: unknown): CodedError =>
  new CodedError(LIMITED.has(code) ? 'account.smsBudget' : 'account.smsUnavailable', {}, { cause });

export const createAliyunSms = (settings: AliyunSmsSettings): SmsGateway => {
  const { endpoint, accessKeyId, accessKeySecret, signName, templates, timeoutMs } = settings;
  return {
    async send({ tel, type, code }) {
      const answer = await callAliyun({
        endpoint,
        action: 'SendSms',
        version: '2017-05-25',
        accessKeyId,
        accessKeySecret,
        params: { PhoneNumbers: tel, SignName: signName, TemplateCode: templates[type], TemplateParam: JSON.stringify({ code }) },
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      }).catch((error: unknown) => {
        if (error instanceof AliyunError) throw refusal(error.code, error);
        throw error;
      });
      const said = answer['Code'];
      // Never the supplier's sentence: it may repeat the number.
      if (said !== 'OK')
        throw refusal(String(said), new Error(`Aliyun refused a message: ${String(said)}, request ${String(answer['RequestId'])}`));
    },
  };
};
