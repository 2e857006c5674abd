import { testBackupKills } from './backup-crash.ts'

testBackupKills(4)
