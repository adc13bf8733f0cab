/** The command that checks the whole installation and reports errors with advice in plain words. */
import { parseArgs } from 'node:util';
import { readConfig } from '../../platform/config.ts';
import { startWarnings } from '../../platform/safe-settings.ts';
import { plainHttpLines } from '../plain-http-notice.ts';
import { contentPortOf } from '../private-addresses.ts';
import type { BareCommand } from './command.ts';
import {
  checkBuilt,
  checkContentPort,
  checkDataFolder,
  checkNode,
  checkPort,
  checkRedis,
  checkSecret,
  checkStores,
  type Finding,
  failed,
  warned,
} from './doctor-checks.ts';

const examine = async function* (env: NodeJS.ProcessEnv, all: boolean): AsyncGenerator<Finding> {
  yield checkNode(process.version);
  yield* await checkBuilt();
  let config: ReturnType<typeof readConfig>;
  try {
    config = readConfig(env);
  } catch (error) {
    yield failed('设置', error, '各项设置的含义见 docs/configuration.md');
    return;
  }
  yield { ok: true, name: '设置', text: `${config.mode === 'production' ? '生产' : '演示'}模式，${config.publicUrl}` };
  const warnings = startWarnings(config);
  if (warnings.length > 0) yield warned('开放范围', warnings);
  yield await checkSecret(config);
  const plainHttp = plainHttpLines(config);
  if (plainHttp.length > 0) yield warned('http', plainHttp);
  yield await checkDataFolder(config.dataDir);
  yield* checkStores(config, all);
  yield await checkRedis(config.redisUrl);
  yield await checkPort(config);
  const contentPort = await checkContentPort({ ...config, contentPort: contentPortOf(config) });
  if (contentPort !== undefined) yield contentPort;
};

export const doctor: BareCommand = {
  name: ['doctor'],
  usage: 'doctor [--all]',
  summary: '检查安装与数据；--all 检查每一个图书文件。有问题时退出状态为 1',
  prepareBare(args) {
    const { values } = parseArgs({ args: [...args], options: { all: { type: 'boolean', default: false } } });
    return async (env, say) => {
      const findings: Finding[] = [];
      for await (const finding of examine(env, values.all)) {
        findings.push(finding);
        say(`${finding.isWarning ? '!' : finding.ok ? '✓' : '✗'} ${finding.name}：${finding.text}`);
        if (finding.advice !== undefined) say(`    ${finding.advice}`);
      }
      const errors = findings.filter((finding) => !finding.ok).length;
      const warnings = findings.filter((finding) => finding.isWarning).length;
      say(errors > 0 ? `有 ${errors} 项需要处理` : warnings > 0 ? `可以启动，有 ${warnings} 项请注意` : '一切正常');
      return { ok: errors === 0, data: findings };
    };
  },
};
