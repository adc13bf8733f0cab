-- Builds for the iPhone and for HarmonyOS beside the others.
ALTER TABLE app_version DROP CONSTRAINT app_version_platform_check;
ALTER TABLE app_version ADD CONSTRAINT app_version_platform_check CHECK (platform IN ('win', 'mac', 'linux', 'android', 'ios', 'harmony'));
