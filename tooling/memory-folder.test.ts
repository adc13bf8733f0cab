import { describe, expect, it } from 'vitest';
import { isUsable, openMemoryFolder } from './memory-folder.mjs';

const GB = 1_024 ** 3;
const machine = ({ options = 'rw,nosuid,nodev', type = 'tmpfs', availableGb = 16, freeGb = 16 } = {}) => ({
  mounts: `/dev/vda / ext4 rw 0 0\n${type} /dev/shm ${type} ${options} 0 0\n`,
  memory: `MemTotal:       24684092 kB\nMemAvailable:   ${availableGb * 1_024 ** 2} kB\n`,
  freeBytes: freeGb * GB,
});

describe('a folder for temporary files in memory', () => {
  it('is usable with enough space and memory', () => {
    expect(isUsable(machine(), '/dev/shm')).toBe(true);
  });

  it.each([
    ['it has little space', machine({ freeGb: 1 })],
    ['the system has little memory', machine({ availableGb: 2 })],
    ['programs cannot run in it', machine({ options: 'rw,nosuid,nodev,noexec' })],
    ['it is on a disk', machine({ type: 'ext4' })],
  ])('is not usable if %s', (_, state) => {
    expect(isUsable(state, '/dev/shm')).toBe(false);
  });

  it('is not used on other systems, or where it does not exist', () => {
    expect(openMemoryFolder({ platform: 'darwin' }).environment).toEqual({});
    expect(openMemoryFolder({ parent: '/no-such-folder' }).environment).toEqual({});
  });
});
