/** The command that looks over the whole installation and says in plain words what is wrong. */
import { parseArgs } from 'node:util';
import { readConfig } from '../../platform/config.ts';
import type { BareCommand } from './command.ts';
import { checkBuilt, checkDataFolder, checkNode, checkPort, checkRedis, checkStores, type Finding, failed } from './doctor-checks.ts';

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
  yield await checkDataFolder(config.dataDir);
  yield* checkStores(config, all);
  yield await checkRedis(config.redisUrl);
  yield await checkPort(config);
};

export const doctor: BareCommand = {
  words: ['doctor'],
  usage: 'doctor [--all]',
  summary: '检查安装与数据；--all 检查每一个图书文件。有问题时退出状态为 1',
  prepareBare(args) {
    const { values } = parseArgs({ args: [...args], options: { all: { type: 'boolean', default: false } } });
    return async (env, say) => {
      const findings: Finding[] = [];
      for await (const finding of examine(env, values.all)) {
        findings.push(finding);
        say(`${finding.ok ? '✓' : '✗'} ${finding.name}：${finding.text}`);
        if (finding.advice !== undefined) say(`    ${finding.advice}`);
      }
      const faults = findings.filter((finding) => !finding.ok).length;
      say(faults === 0 ? '一切正常' : `有 ${faults} 项需要处理`);
      return { ok: faults === 0, data: findings };
    };
  },
};
