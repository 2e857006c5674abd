import { sweep } from './sweep.ts'

sweep('phone')
